"""How clinicians really ask: posts that mention a chatbot, public chats, hand-annotated prompts, coders' agreement."""
