import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
/** Starts a local HTTP receiver with a replaceable answer. It records the requests. */
export async function createReceiver() {
  const received: ReceivedRequest[] = []
  const receiver = {
    got: received,
    /** Answers 200 without a body by default. */
    answer: (_: ReceivedRequest, response: ServerResponse): unknown => response.end(),
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
      const receivedRequest = { method: request.method!, url: request.url!, headers: request.headers, body }
      received.push(receivedRequest)
      receiver.answer(receivedRequest, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof createReceiver>>
