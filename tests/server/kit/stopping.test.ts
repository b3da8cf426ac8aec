import { expect, test } from 'vitest'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestPlant } from '../harness'

test('a request that arrives on an open connection while the server stops is answered as usual', async () => {
  const plant = await createTestPlant()
  try {
    const { token } = await plant.as('admin')
    await plant.http.listen({ port: 0, host: '127.0.0.1' })
    const connection = connect((plant.http.server.address() as AddressInfo).port, '127.0.0.1')
    let response = ''
    connection.setEncoding('utf8').on('data', (text: string) => {
      response += text
    })
    const body = JSON.stringify({ code: 'LATE', name: 'Late' })
    connection.write(`POST /api/book/add_equ HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n`)
    await pause(100)
    const ended = once(connection, 'close')
    const closed = plant.http.close()
    connection.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await ended
    await closed
    expect(response).toContain('"errno":"200"')
    expect(response.toLowerCase()).toContain('connection: close')
    expect(await plant.query(`select code from equipment where code = 'LATE'`)).toHaveLength(1)
  } finally {
    await plant.close()
  }
})
