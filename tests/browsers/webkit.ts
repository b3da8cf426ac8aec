import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { Child, findInstalled, waitUntilUp } from './child-processes'
import { commands, Refused, type Body, type Remote } from './commands'

export interface WebKit {
  driver: string
  window: string
  /** The display server of an invisible screen. */
  screen: string
}
/** Path of WebKitGTK's minimal browser in a distribution: /usr/lib/<machine>/webkit2gtk-<version>/MiniBrowser. */
function miniBrowsers(): string[] {
  const below = (folder: string, fits: RegExp): string[] => {
    try {
      return readdirSync(folder)
        .filter((name) => fits.test(name))
        .map((name) => `${folder}/${name}`)
    } catch {
      return []
    } // no such folder here
  }
  const libraries = ['/usr/libexec', ...['/usr/lib', '/usr/lib64'].flatMap((at) => [at, ...below(at, /-linux-gnu/)])]
  return libraries.flatMap((at) => below(at, /^webkit2?gtk-/)).map((at) => `${at}/MiniBrowser`)
}
export function findWebKit(): WebKit | null {
  const driver = findInstalled('WebKitWebDriver')
  const window = findInstalled(...miniBrowsers())
  const screen = findInstalled('Xvfb')
  return driver && window && screen ? { driver, window, screen } : null
}

/** Opens WebKitGTK, the engine of Safari, through its driver. */
export async function openWebKit({ driver, window, screen }: WebKit): Promise<Remote> {
  const children: Child[] = []
  const close = async (): Promise<void> => {
    for (const child of children.splice(0).reverse()) await child.end()
  }
  const start = (...of: ConstructorParameters<typeof Child>): Child => {
    const child = new Child(...of)
    children.push(child)
    return child
  }
  try {
    const display = await displayOf(
      start(screen, ['-displayfd', '3', '-screen', '0', '1000x1000x24', '-nolisten', 'tcp']),
    )
    const port = await freePort()
    const child = start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      GIO_USE_VFS: 'local',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1', // there is no graphics card to compose with
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // only our own pages are opened, and containers allow no sandbox
    })
    const base = `http://127.0.0.1:${port}`
    await waitUntilUp(child, () =>
      fetch(`${base}/status`).then(
        () => true,
        () => null, // it does not listen yet
      ),
    )
    const { sessionId } = (await ask('POST', `${base}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: window, args: ['--automation'] } },
      },
    })) as { sessionId: string }
    const session = `${base}/session/${sessionId}`
    return {
      send(command, body = {}) {
        const [method, path] = commands[command]
        const { id, ...rest } = body as { id?: string }
        return ask(method, session + path.replace('{id}', id ?? ''), rest)
      },
      async close() {
        await ask('DELETE', session).catch(() => undefined) // a browser that has died already
        await close()
      },
      output: () => children.map(({ output }) => output).join('\n'),
    }
  } catch (error) {
    await close()
    throw error
  }
}
async function ask(method: string, url: string, body?: Body): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) } : {}),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Refused(error, message)
}
/** Display number that the X server chose; it prints the number when it is ready. */
function displayOf(child: Child): Promise<string> {
  return new Promise((done, fail) => {
    let text = ''
    const out = child.process.stdio[3]
    out?.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (text.includes('\n')) done(`:${text.trim()}`)
    })
    child.process.once('exit', () => fail(new Error(`no screen:\n${child.output}`)))
  })
}
function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => (at !== null && typeof at === 'object' ? done(at.port) : fail(new Error('no port'))))
    })
  })
}
