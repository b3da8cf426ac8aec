/**
 * The program as it is installed: built, in a copy of the sources, so that nothing which happens to the checkout
 * meanwhile starts another build in the middle of a test.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../../..')
const copied = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const DAY_MS = 86_400_000

/**
 * A folder with a copy of the sources and the server built there, the app by its page alone. Every suite of a run gets the
 * same one: it is built once for a state of the sources and kept among the temporary files. Nobody may write into it.
 */
export async function installedCopy(): Promise<string> {
  const folder = path.join(os.tmpdir(), `mes-installed-${os.userInfo().uid}-${fingerprint()}`)
  const building = `${folder}.building`
  while (!fs.existsSync(folder)) {
    if (!begun(building)) {
      await pause(200)
      continue
    }
    try {
      if (fs.existsSync(folder)) break
      forgetOldCopies()
      fs.renameSync(builtCopy(), folder)
    } finally {
      fs.rmSync(building, { recursive: true, force: true })
    }
  }
  fs.utimesSync(folder, new Date(), new Date())
  return folder
}
/** Whether it is ours to build; else another test process is at it. One that was killed meanwhile counts no longer. */
function begun(building: string): boolean {
  try {
    fs.mkdirSync(building)
    return true
  } catch {
    const { mtimeMs } = fs.statSync(building, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - 5 * 60_000) fs.rmSync(building, { recursive: true, force: true })
    return false
  }
}
/** Changes when a source does: of where it lies, and of every file its size and time. */
function fingerprint(): string {
  const hash = createHash('sha256').update(root)
  for (const file of copied.flatMap((name) => filesOf(path.join(root, name)))) {
    const { size, mtimeMs } = fs.statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}
function filesOf(at: string): string[] {
  if (!fs.statSync(at).isDirectory()) return [at]
  return fs
    .readdirSync(at)
    .sort()
    .flatMap((name) => filesOf(path.join(at, name)))
}
function forgetOldCopies(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((n) => n.startsWith(`mes-installed-${os.userInfo().uid}-`))) {
    const folder = path.join(os.tmpdir(), name)
    const { mtimeMs } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - DAY_MS) fs.rmSync(folder, { recursive: true, force: true })
  }
}

function builtCopy(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mes-building-'))
  for (const name of copied) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  // Packages one by one, so that a step of the start which writes into the folder writes into ours.
  fs.mkdirSync(path.join(copy, 'node_modules'))
  for (const name of fs.readdirSync(path.join(root, 'node_modules')))
    if (name !== '.installed')
      fs.symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  fs.writeFileSync(
    path.join(copy, 'node_modules', '.installed'),
    createHash('sha256')
      .update(fs.readFileSync(path.join(copy, 'package-lock.json')))
      .digest('hex'),
  )
  // The app itself is not what is tried here: an empty one builds in no time.
  fs.writeFileSync(path.join(copy, 'index.html'), '<!doctype html><html lang="zh"><title>app</title></html>')
  fs.writeFileSync(
    path.join(copy, 'sw', 'sw.ts'),
    'export const files = (self as unknown as { __WB_MANIFEST: unknown[] }).__WB_MANIFEST\n',
  )
  const built = spawnSync(process.execPath, ['src/start.mjs', '--build-only'], {
    cwd: copy,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (built.status !== 0) throw new Error(`the build did not succeed: ${built.stdout}\n${built.stderr}`)
  return copy
}
