"""The ground floor: frozen records that every room shares, and nothing else."""
