import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child, findInstalled, waitUntilUp } from './child-processes'
import { commands, RefusedCommand, type RemoteBrowser } from './commands'

/**
 * Profile of a new phone; the browser itself fetches nothing. Port 0 makes Firefox pick a free port and write it to a file.
 */
const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  'marionette.port': 0,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
  'dom.ipc.processPrelaunch.enabled': false,
}

export const findFirefox = (): string | null =>
  findInstalled(...(process.env['FIREFOX_PATH'] ? [process.env['FIREFOX_PATH']] : []), 'firefox-esr', 'firefox')

/** Opens a headless Firefox. It is controlled by Firefox's own protocol Marionette, which needs no driver. */
export async function openFirefox(program: string): Promise<RemoteBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'mes-firefox-'))
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const child = new Child(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    MOZ_CRASHREPORTER_DISABLE: '1',
    HOME: profile, // as root, Firefox refuses the home folder of another account
  })
  const close = async (): Promise<void> => {
    await child.end()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const port = await waitUntilUp(child, () =>
      readFile(join(profile, 'MarionetteActivePort'), 'utf8').then(
        (text) => Number(text) || null,
        () => null, // not written yet
      ),
    )
    const connection = await Marionette.connect(port)
    await connection.call('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
    return {
      async send(command, body = {}) {
        const answer = await connection.call(commands[command][2], body)
        return answer instanceof Object && 'value' in answer ? answer.value : answer
      },
      async close() {
        connection.end()
        await close()
      },
      output: () => child.output,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type PendingCall = { done: (answer: unknown) => void; fail: (why: Error) => void }
/** A connection to Firefox. Messages: request `length:[0, number, name, body]`, response `length:[1, number, error, answer]`. */
class Marionette {
  #buffer = Buffer.alloc(0)
  #lastNumber = 0
  readonly #pendingCalls = new Map<number, PendingCall>()
  private constructor(readonly socket: Socket) {}

  static connect(port: number): Promise<Marionette> {
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1')
      const connection = new Marionette(socket)
      socket.once('error', fail)
      socket.on('data', (bytes) => {
        for (const message of connection.#parseMessages(bytes))
          if (Array.isArray(message)) connection.#settleCall(message)
          else done(connection) // the greeting of Firefox is an object
      })
      socket.on('close', () => connection.#rejectPendingCalls())
    })
  }
  call(name: string, body: object): Promise<unknown> {
    const number = ++this.#lastNumber
    const text = Buffer.from(JSON.stringify([0, number, name, body]))
    return new Promise((done, fail) => {
      this.#pendingCalls.set(number, { done, fail })
      this.socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]))
    })
  }
  end(): void {
    this.socket.destroy()
  }
  #parseMessages(bytes: Buffer): unknown[] {
    this.#buffer = Buffer.concat([this.#buffer, bytes])
    const messages: unknown[] = []
    for (;;) {
      const colon = this.#buffer.indexOf(':')
      const end = colon + 1 + Number(this.#buffer.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || this.#buffer.length < end) return messages
      messages.push(JSON.parse(this.#buffer.subarray(colon + 1, end).toString()))
      this.#buffer = this.#buffer.subarray(end)
    }
  }
  #settleCall([, number, error, answer]: unknown[]): void {
    const pendingCall = this.#pendingCalls.get(Number(number))
    this.#pendingCalls.delete(Number(number))
    if (error) {
      const { error: reason, message } = error as { error: string; message: string }
      pendingCall?.fail(new RefusedCommand(reason, message))
    } else pendingCall?.done(answer)
  }
  #rejectPendingCalls(): void {
    for (const { fail } of this.#pendingCalls.values()) fail(new Error('Firefox closed the connection'))
    this.#pendingCalls.clear()
  }
}
