/** Statements that the server runs on a timer, or for the key alone, while it answers. */
const bystanders = [
  /^notify signpost_beat/,
  /^listen /,
  /^\s*select \(extract\(epoch from clock_timestamp\(\)\)/,
  /\bupdate api_key set last_used_at/,
  /\binsert into usage_(?:hour|key_day)\b/,
  /^\s*insert into request_record\b/,
  /^\s*(?:insert into|copy) disclosure_record/,
  /^\s*insert into node /,
  /^\s*update data_key set seals = seals \+/,
  /^select .* from "(?:api_key|data_key)"/s,
]

/** The statements that answering cost; one that is not known as a bystander counts. */
export const costOf = (statements: readonly string[]): string[] =>
  statements.filter((text) => !bystanders.some((bystander) => bystander.test(text)))
