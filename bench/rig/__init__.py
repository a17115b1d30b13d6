"""What measurements of the running bot share: a server that costs next to nothing, matches, processes, a peer."""
