"""What code can look up or try: places of the workbook, an input's effect, the API, specifications."""
