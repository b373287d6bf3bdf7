"""Pages for people: plain HTML, made by the server, with little script; nothing comes from another host."""
