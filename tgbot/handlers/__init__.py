"""Updates to use cases. Nothing here waits for a delivery: done means committed."""
