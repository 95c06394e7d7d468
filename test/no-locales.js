// zod's messages in fifty languages: a tenth of what every file loads, and nobody here speaks them.
