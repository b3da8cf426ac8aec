import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Got {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
/** A receiver of messages on this machine that answers as it is told. */
export async function newReceiver() {
  const got: Got[] = []
  const receiver = {
    got,
    /** 200 and nothing, unless told otherwise. */
    answer: (_: Got, response: ServerResponse): unknown => response.end(),
    port: 0,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const one = { method: request.method!, url: request.url!, headers: request.headers, body }
      got.push(one)
      receiver.answer(one, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof newReceiver>>
