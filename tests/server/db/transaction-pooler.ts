/** A pooler in transaction mode, as PgBouncer is: all clients share one connection to PostgreSQL, statement by statement. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const READY = 'Z'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

/** Cuts a stream into messages of the protocol: a letter, a length that counts itself, the content. */
function messagesOf(onMessage: (kind: number, bytes: Buffer) => void, hasKind: () => boolean): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (data) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const start = hasKind() ? 1 : 0
      if (rest.length < start + 4) return
      const end = start + rest.readUInt32BE(start)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      onMessage(start ? message[0]! : 0, message)
    }
  }
}

export async function startTransactionPooler(databaseUrl: string): Promise<{ url: string; close(): void }> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = connect(Number(target.port || 5432), target.hostname)
  sockets.add(server)
  /** What the server said at its start, which every client is told. */
  const greeting: Buffer[] = []
  let greeted = false
  let owner: Socket | null = null
  const waiting: { client: Socket; bytes: Buffer }[] = []
  const next = (): void => {
    const turn = owner ? undefined : waiting.shift()
    if (!turn) return
    owner = turn.client
    server.write(turn.bytes)
  }
  server.on(
    'data',
    messagesOf(
      (kind, bytes) => {
        if (!greeted) greeting.push(bytes)
        else owner?.write(bytes)
        if (kind !== READY) return
        greeted = true
        owner = null
        next()
      },
      () => true,
    ),
  )
  const front = createServer((client) => {
    sockets.add(client)
    let started = false
    let batch: Buffer[] = []
    client.on('error', () => undefined)
    client.on(
      'data',
      messagesOf(
        (kind, bytes) => {
          if (!started) {
            started = true
            if (!greeting.length) server.write(bytes)
            void untilGreeted().then(() => client.write(Buffer.concat(greeting)))
            return
          }
          if (kind === TERMINATE) return void client.end()
          batch.push(bytes)
          if (kind !== QUERY && kind !== SYNC) return
          waiting.push({ client, bytes: Buffer.concat(batch) })
          batch = []
          next()
        },
        () => started,
      ),
    )
  }).listen(0, '127.0.0.1')
  const untilGreeted = async (): Promise<void> => {
    while (!greeted) await once(server, 'data')
  }
  await once(front, 'listening')
  const address = front.address()
  if (typeof address !== 'object' || !address) throw new Error('the pooler has no address')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    close: () => {
      front.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
