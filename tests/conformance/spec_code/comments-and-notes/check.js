async function execute() {
  const comments = context.workbook.comments.load("items/content,items/resolved,items/contentType");
  await context.sync();
  const places = comments.items.map((item) => item.getLocation().load("address"));
  const replies = comments.items.map((item) => item.replies.load("items/content,items/resolved"));
  await context.sync();
  const found = comments.items
    .map((item, at) => [places[at].address, item.content, item.resolved, replies[at].items.map((reply) => reply.content)])
    .sort();
  const wanted = [
    ["'P&L'!B2", "Source: annual report 2025, p. 42", false, []],
    ["'P&L'!B3", "Question: does this include leases?", true, ["Leases are in B3, see note 7 of the report."]],
  ];
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(JSON.stringify(found));
}
