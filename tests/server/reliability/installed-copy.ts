/**
 * The installed program: a built copy of the sources. Edits of the checkout during a test therefore cannot trigger
 * another build.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../../..')
const COPIED_PATHS = [
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
/** A build takes half a minute, and several times as long on a machine that tests other things as well. */
const BUILD_TIMEOUT_MS = 4 * 60_000

/**
 * Returns a folder with a copy of the sources, the built server and an empty client. It is built once per state of the
 * sources, stored among the temporary files and shared by all suites, so nobody may write into it.
 */
export async function getInstalledCopy(): Promise<string> {
  const folder = path.join(os.tmpdir(), `mes-installed-${os.userInfo().uid}-${fingerprintSources()}`)
  const buildLock = `${folder}.building`
  while (!fs.existsSync(folder)) {
    if (!claimBuild(buildLock)) {
      await pause(200)
      continue
    }
    try {
      if (fs.existsSync(folder)) break
      deleteOldCopies()
      fs.renameSync(buildCopy(), folder)
    } finally {
      fs.rmSync(buildLock, { recursive: true, force: true })
    }
  }
  fs.utimesSync(folder, new Date(), new Date())
  return folder
}
/** True if this process may build; otherwise another process is building. A lock older than 5 minutes is stale and deleted. */
function claimBuild(buildLock: string): boolean {
  try {
    fs.mkdirSync(buildLock)
    return true
  } catch {
    const { mtimeMs } = fs.statSync(buildLock, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - 5 * 60_000) fs.rmSync(buildLock, { recursive: true, force: true })
    return false
  }
}
/** What the build reads. Its stamp, dist/.built, is a fingerprint of these by name, size and time: src/start.mjs. */
const BUILT_PATHS = ['src', 'sw', 'public', 'index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const getStampPath = (folder: string): string => path.join(folder, 'dist', '.built')
function fingerprintForBuild(folder: string): string {
  const hash = createHash('sha256')
  const addPath = (at: string): void => {
    const stat = fs.statSync(at)
    if (stat.isDirectory()) for (const name of fs.readdirSync(at).sort()) addPath(path.join(at, name))
    else hash.update(`${at.slice(folder.length)} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const name of BUILT_PATHS) if (fs.existsSync(path.join(folder, name))) addPath(path.join(folder, name))
  return hash.digest('hex')
}
/** True if the checkout is built from its present sources, as it is in a run that tells stories. */
export const isCheckoutBuilt = (): boolean =>
  fs.existsSync(getStampPath(root)) && fs.readFileSync(getStampPath(root), 'utf8') === fingerprintForBuild(root)

/** Hash of the checkout’s path and of every source file’s size and time. */
function fingerprintSources(): string {
  const hash = createHash('sha256').update(root)
  for (const file of COPIED_PATHS.flatMap((name) => listFiles(path.join(root, name)))) {
    const { size, mtimeMs } = fs.statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}
function listFiles(filePath: string): string[] {
  if (!fs.statSync(filePath).isDirectory()) return [filePath]
  return fs
    .readdirSync(filePath)
    .sort()
    .flatMap((name) => listFiles(path.join(filePath, name)))
}
function deleteOldCopies(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((n) => n.startsWith(`mes-installed-${os.userInfo().uid}-`))) {
    const folder = path.join(os.tmpdir(), name)
    const { mtimeMs } = fs.statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - DAY_MS) fs.rmSync(folder, { recursive: true, force: true })
  }
}

function buildCopy(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mes-building-'))
  for (const name of COPIED_PATHS) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  // Packages are linked one by one, so that the start writes into this node_modules folder.
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
  // The client is not tested here, so an empty one is built.
  fs.writeFileSync(path.join(copy, 'index.html'), '<!doctype html><html lang="zh"><title>app</title></html>')
  fs.writeFileSync(
    path.join(copy, 'sw', 'sw.ts'),
    'export const files = (self as unknown as { __WB_MANIFEST: unknown[] }).__WB_MANIFEST\n',
  )
  if (isCheckoutBuilt()) {
    copyBuild(copy)
    return copy
  }
  const build = spawnSync(process.execPath, ['src/start.mjs', '--build-only'], {
    cwd: copy,
    encoding: 'utf8',
    timeout: BUILD_TIMEOUT_MS,
  })
  if (build.status !== 0) throw new Error(`the build did not succeed: ${build.stdout}\n${build.stderr}`)
  return copy
}

/** Takes the server from the checkout’s build; only the client would be built from other files. */
function copyBuild(copy: string): void {
  for (const name of ['server', 'database'])
    fs.cpSync(path.join(root, 'dist', name), path.join(copy, 'dist', name), { recursive: true })
  fs.mkdirSync(path.join(copy, 'dist', 'client'))
  fs.copyFileSync(path.join(copy, 'index.html'), path.join(copy, 'dist', 'client', 'index.html'))
  fs.writeFileSync(getStampPath(copy), fingerprintForBuild(copy))
}
