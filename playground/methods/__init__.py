"""The methods of the Bot API, each a function of the playground and the parameters of one call.

Importing the package registers them all.
"""

from playground.methods import chats, copies, ephemeral, messages, profile, queries, reactions, topics, webhooks

__all__ = ["chats", "copies", "ephemeral", "messages", "profile", "queries", "reactions", "topics", "webhooks"]
