"""What the API takes and gives, beside the games' own structs: a module for each kind of resource."""
