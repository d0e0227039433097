"""B-29 Superfortress: bombers over Japan, 1944-45."""
