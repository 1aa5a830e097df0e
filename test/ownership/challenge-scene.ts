import { SMTPServer } from 'smtp-server'
import { freshName, query, registryOf } from '../support/registry.ts'
import { type Answer, type Body, type Json, type Key, startTestServer, type TestServer } from '../support/server.ts'

export type Outcome = { status: number; code: string | null; record: Body }

/** A mail server on the loopback that keeps what it is given, decoded. */
export async function startMailbox() {
  const mails: { to: string; text: string }[] = []
  const waiting: (() => void)[] = []
  let refuses = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_, __, done) => done(refuses ? new Error('550 no such person') : null),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        const plain = text.replaceAll('=\r\n', '')
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text: plain })
        for (const wake of waiting.splice(0)) wake()
        done()
      })
    },
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (isRefusing: boolean) => {
      refuses = isRefusing
    },
    /** The latest mail to an address, waited for. */
    async mailTo(address: string): Promise<string> {
      for (;;) {
        const at = mails.findLastIndex(({ to }) => to === address)
        if (at >= 0) return mails.splice(at, 1)[0]!.text
        await new Promise<void>((wake) => void waiting.push(wake))
      }
    },
    /** The code that the mail says; a header's id may hold eight digits, too. */
    codeIn: (mail: string): string => /\b\d{8}\b/.exec(mail.slice(mail.search(/\r?\n\r?\n/)))![0],
    close: () => new Promise<void>((done) => void server.close(done)),
  }
}

const shape = ({ status, body }: Answer): Outcome => ({ status, code: body?.error?.code ?? null, record: body })

const fields = `object: __typename id livemode alias: aliasId claim: claimId method purpose status expires_at: expiresAt attempts_left: attemptsLeft
  instructions { text } created: createdAt updated: updatedAt`

const unix = (text: string) => Math.floor(Date.parse(text) / 1_000)

function fromGraphql({ status, body }: Answer, name: string): Outcome {
  const error = body.errors?.[0]
  const record = body.data?.[name]
  if (!record) return { status, code: error ? error.extensions.code.toLowerCase() : 'resource_missing', record }
  return {
    status,
    code: null,
    record: {
      ...record,
      object: record.object.toLowerCase(),
      method: record.method.toLowerCase(),
      purpose: record.purpose.toLowerCase(),
      status: record.status.toLowerCase(),
      expires_at: unix(record.expires_at),
      created: unix(record.created),
      updated: unix(record.updated),
    },
  }
}

/** The operations of challenges on one surface, with answers of one shape. */
function surfaceOf(server: TestServer, surface: 'REST' | 'GraphQL') {
  const gql = async (key: string, name: string, text: string, variables: Json) =>
    fromGraphql(await server.graphql(key, text, variables), name)
  if (surface === 'REST') {
    return {
      ask: async (key: string, alias: string, method: string) =>
        shape(await server.send('POST', `/v1/aliases/${alias}/challenges`, { key, body: { method } })),
      answer: async (key: string, id: string, code?: string) =>
        shape(
          await server.send('POST', `/v1/challenges/${id}/answer`, { key, body: code === undefined ? {} : { code } }),
        ),
      read: async (key: string, id: string) => shape(await server.send('GET', `/v1/challenges/${id}`, { key })),
    }
  }
  return {
    ask: (key: string, id: string, method: string) =>
      gql(
        key,
        'challengeAlias',
        `mutation ($id: ID!, $method: ChallengeMethod!) { challengeAlias(id: $id, method: $method) { ${fields} } }`,
        {
          id,
          method: method.toUpperCase(),
        },
      ),
    answer: (key: string, id: string, code?: string) =>
      gql(
        key,
        'answerChallenge',
        `mutation ($id: ID!, $code: String) { answerChallenge(id: $id, code: $code) { ${fields} } }`,
        {
          id,
          ...(code === undefined ? {} : { code }),
        },
      ),
    read: (key: string, id: string) =>
      gql(key, 'challenge', `query ($id: ID!) { challenge(id: $id) { ${fields} } }`, { id }),
  }
}

let serial = 0

export async function openChallengeScene(env: Record<string, string> = {}) {
  const mailbox = await startMailbox()
  const server = await startTestServer({
    env: { SMTP_URL: mailbox.url, ...env },
    logLevel: 'trace',
  })
  const [test, live, other]: [Key, Key, Key] = [
    await server.key(),
    await server.key({ livemode: true }),
    await server.key({ consumer: 'stranger' }),
  ]
  const registered = async (key: string, type: string, value: string) => {
    const mine = registryOf(server, { key })
    return mine.alias((await mine.identity()).id, type, value)
  }
  return {
    server,
    mailbox,
    test,
    live,
    other,
    register: registered,
    on: (surface: 'REST' | 'GraphQL') => surfaceOf(server, surface),
    email: (key: string) => registered(key, 'email', `${freshName()}@mail.example`),
    phone: (key: string) => registered(key, 'phone', `+1212${2_000_000 + ++serial}`),
    username: (key: string) => registered(key, 'username', freshName()),
    alias: async (key: string, id: string) => registryOf(server, { key }).get(`/v1/aliases/${id}`),
    mailTo: mailbox.mailTo,
    codeIn: mailbox.codeIn,
    mailCount: () => mailbox.mails.length,
    query: (text: string, values: unknown[] = []) => query(server, text, values),
    forgetTallies: () => server.query`delete from challenge_tally`,
    async eventsAbout(alias: string): Promise<string[]> {
      const rows = await server.query<{ type: string }>`select type from event_body
        where body like '%' || ${alias} || '%' order by created_at, ctid`
      return rows.map(({ type }) => type)
    },
    async close() {
      await server.close()
      await mailbox.close()
    },
  }
}
