"""Bearer tokens: made and taken back, and who a request's token stands for."""
