import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { Child, findInstalled, waitUntilUp } from './child-processes'
import { commands, RefusedCommand, type Body, type RemoteBrowser } from './commands'

export interface WebKit {
  driver: string
  window: string
  /** The display server of an invisible screen. */
  screen: string
}
/** Lists the possible paths of WebKitGTK's minimal browser: /usr/lib/<machine>/webkit2gtk-<version>/MiniBrowser. */
function listMiniBrowsers(): string[] {
  const listMatching = (folder: string, pattern: RegExp): string[] => {
    try {
      return readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => `${folder}/${name}`)
    } catch {
      return []
    } // no such folder
  }
  const libraries = [
    '/usr/libexec',
    ...['/usr/lib', '/usr/lib64'].flatMap((folder) => [folder, ...listMatching(folder, /-linux-gnu/)]),
  ]
  return libraries.flatMap((folder) => listMatching(folder, /^webkit2?gtk-/)).map((folder) => `${folder}/MiniBrowser`)
}
export function findWebKit(): WebKit | null {
  const driver = findInstalled('WebKitWebDriver')
  const window = findInstalled(...listMiniBrowsers())
  const screen = findInstalled('Xvfb')
  return driver && window && screen ? { driver, window, screen } : null
}

/** Opens WebKitGTK, the engine of Safari, through its driver. */
export async function openWebKit({ driver, window, screen }: WebKit): Promise<RemoteBrowser> {
  const children: Child[] = []
  const close = async (): Promise<void> => {
    for (const child of children.splice(0).reverse()) await child.end()
  }
  const start = (...args: ConstructorParameters<typeof Child>): Child => {
    const child = new Child(...args)
    children.push(child)
    return child
  }
  try {
    const display = await waitForDisplay(
      start(screen, ['-displayfd', '3', '-screen', '0', '1000x1000x24', '-nolisten', 'tcp']),
    )
    const port = await findFreePort()
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
        () => null, // not listening yet
      ),
    )
    const { sessionId } = (await sendCommand('POST', `${base}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: window, args: ['--automation'] } },
      },
    })) as { sessionId: string }
    const session = `${base}/session/${sessionId}`
    return {
      send(command, body = {}) {
        const [method, path] = commands[command]
        const { id, ...rest } = body as { id?: string }
        return sendCommand(method, session + path.replace('{id}', id ?? ''), rest)
      },
      async close() {
        await sendCommand('DELETE', session).catch(() => undefined) // the browser may have ended
        await close()
      },
      output: () => children.map(({ output }) => output).join('\n'),
    }
  } catch (error) {
    await close()
    throw error
  }
}
async function sendCommand(method: string, url: string, body?: Body): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) } : {}),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new RefusedCommand(error, message)
}
/** Waits until the X server prints its display number, i.e. is ready. @returns the display, e.g. `:1` */
function waitForDisplay(child: Child): Promise<string> {
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
function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      )
    })
  })
}
