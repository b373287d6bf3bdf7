"""The bundle of the API reference page; README.md says where it is from."""
