import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child, findInstalled, waitUntilUp } from './child-processes'
import { commands, Refused, type Remote } from './commands'

/** Profile of a new phone: fetches nothing that the app does not request. Port 0: Firefox picks a free port and writes it to a file. */
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

/** Opens Firefox headless and speaks its own protocol, Marionette, so no driver is needed. */
export async function openFirefox(program: string): Promise<Remote> {
  const profile = await mkdtemp(join(tmpdir(), 'mes-firefox-'))
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const child = new Child(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    MOZ_CRASHREPORTER_DISABLE: '1',
    HOME: profile, // as root, Firefox refuses a home that is another's
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
    const line = await Marionette.connect(port)
    await line.call('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
    return {
      async send(command, body = {}) {
        const answer = await line.call(commands[command][2], body)
        return answer instanceof Object && 'value' in answer ? answer.value : answer
      },
      async close() {
        line.end()
        await close()
      },
      output: () => child.output,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Waiting = { done: (answer: unknown) => void; fail: (why: Error) => void }
/** One message to Firefox: request `length:[0, number, name, body]`, response `length:[1, number, error, answer]`. */
class Marionette {
  #buffer = Buffer.alloc(0)
  #last = 0
  readonly #waiting = new Map<number, Waiting>()
  private constructor(readonly socket: Socket) {}

  static connect(port: number): Promise<Marionette> {
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1')
      const line = new Marionette(socket)
      socket.once('error', fail)
      socket.on('data', (bytes) => {
        for (const message of line.#take(bytes))
          if (Array.isArray(message)) line.#answer(message)
          else done(line) // it says first who it is
      })
      socket.on('close', () => line.#lost())
    })
  }
  call(name: string, body: object): Promise<unknown> {
    const number = ++this.#last
    const text = Buffer.from(JSON.stringify([0, number, name, body]))
    return new Promise((done, fail) => {
      this.#waiting.set(number, { done, fail })
      this.socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]))
    })
  }
  end(): void {
    this.socket.destroy()
  }
  #take(bytes: Buffer): unknown[] {
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
  #answer([, number, error, answer]: unknown[]): void {
    const waiting = this.#waiting.get(Number(number))
    this.#waiting.delete(Number(number))
    if (error) {
      const { error: reason, message } = error as { error: string; message: string }
      waiting?.fail(new Refused(reason, message))
    } else waiting?.done(answer)
  }
  #lost(): void {
    for (const { fail } of this.#waiting.values()) fail(new Error('Firefox has gone'))
    this.#waiting.clear()
  }
}
