/** A pooler in transaction mode like PgBouncer: all clients share one PostgreSQL connection, statement by statement. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const READY = 'Z'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

/** Splits a stream into protocol messages: a letter, a length that includes itself, the content. @returns the receiver of data */
function splitMessages(
  onMessage: (kind: number, bytes: Buffer) => void,
  hasKind: () => boolean,
): (data: Buffer) => void {
  let unreadBytes = Buffer.alloc(0)
  return (data) => {
    unreadBytes = Buffer.concat([unreadBytes, data])
    for (;;) {
      const start = hasKind() ? 1 : 0
      if (unreadBytes.length < start + 4) return
      const end = start + unreadBytes.readUInt32BE(start)
      if (unreadBytes.length < end) return
      const message = unreadBytes.subarray(0, end)
      unreadBytes = unreadBytes.subarray(end)
      onMessage(start ? message[0]! : 0, message)
    }
  }
}

export async function startTransactionPooler(databaseUrl: string): Promise<{ url: string; close(): void }> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = connect(Number(target.port || 5432), target.hostname)
  sockets.add(server)
  /** The server's start messages, which every client receives. */
  const greeting: Buffer[] = []
  let greeted = false
  let currentClient: Socket | null = null
  const waitingBatches: { client: Socket; bytes: Buffer }[] = []
  const serveNextClient = (): void => {
    const waitingBatch = currentClient ? undefined : waitingBatches.shift()
    if (!waitingBatch) return
    currentClient = waitingBatch.client
    server.write(waitingBatch.bytes)
  }
  server.on(
    'data',
    splitMessages(
      (kind, bytes) => {
        if (!greeted) greeting.push(bytes)
        else currentClient?.write(bytes)
        if (kind !== READY) return
        greeted = true
        currentClient = null
        serveNextClient()
      },
      () => true,
    ),
  )
  const poolerServer = createServer((client) => {
    sockets.add(client)
    let started = false
    let batch: Buffer[] = []
    client.on('error', () => undefined)
    client.on(
      'data',
      splitMessages(
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
          waitingBatches.push({ client, bytes: Buffer.concat(batch) })
          batch = []
          serveNextClient()
        },
        () => started,
      ),
    )
  }).listen(0, '127.0.0.1')
  const untilGreeted = async (): Promise<void> => {
    while (!greeted) await once(server, 'data')
  }
  await once(poolerServer, 'listening')
  const address = poolerServer.address()
  if (typeof address !== 'object' || !address) throw new Error('the pooler has no address')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  url.search = '' // not by the server's own socket
  return {
    url: url.href,
    close: () => {
      poolerServer.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
