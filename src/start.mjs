#!/usr/bin/env node
// Entry point of `npm start`, `npm run dev` and the commands of the server. In a checkout it installs missing packages and
// builds an outdated app first; a release is complete. Then it runs the server in the same process. It needs nothing but
// Node, because no package may be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  exitWithError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)

const args = process.argv.slice(2)
const command = ['backup', 'restore', 'move-files', 'doctor'].includes(args[0]) ? args.shift() : null
const isDevelopment = args[0] === '--dev' && args.shift()
const isBuildOnly = args[0] === '--build-only'
// Warnings of the bundler would hide the messages of the start, so they are printed only if the build fails.
const buildLog = join(root, 'dist', 'build.log')
const buildStamp = join(root, 'dist', '.built')
/** Contains the ids of the processes that build. */
const buildLock = join(root, 'node_modules', '.building')
const vite = join(root, 'node_modules/vite/bin/vite.js')
/** See `fingerprintSources`; calculated once. */
let sourceFingerprint

process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production'
process.setSourceMapsEnabled(true)
let appBuilt = Promise.resolve()
if (existsSync(join(root, 'release.json'))) assertReleaseFitsMachine()
else if (!args.includes('--help') || !existsSync(join(root, 'dist/server/main.js'))) {
  install()
  if (!isDevelopment) appBuilt = build()
}
if (isDevelopment) startDevelopment()
else if (isBuildOnly) await appBuilt
else {
  const program = await import(pathToFileURL(join(root, 'dist/server', command ? 'command.js' : 'main.js')).href)
  try {
    await (command ? program.runCommand(command, args, process.env) : program.startServer(args, process.env, appBuilt))
  } catch (error) {
    exitWithError(program.explainError?.(error) ?? error.stack)
  }
}

/** A release contains programs for one kind of machine. */
function assertReleaseFitsMachine() {
  const release = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
  if (release.platform !== process.platform || release.arch !== process.arch)
    exitWithError(
      `This release is for ${release.platform} on ${release.arch}; this machine is ${process.platform} on ${process.arch}.`,
    )
  if (isDevelopment || isBuildOnly) exitWithError('A release can be started, not developed or built: use a checkout.')
}

/**
 * Installs the packages of the lock file if they are missing or were installed from another lock file. A finished build
 * runs without the development packages (`npm ci --omit=dev`).
 */
function install() {
  const needsDevPackages = isDevelopment || !isBuildCurrent()
  const lockFileHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed')
  const hasDevPackages = existsSync(vite)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockFileHash && (hasDevPackages || !needsDevPackages)) return
  if (existsSync(join(root, 'node_modules', '.package-lock.json')) && hasLockedVersions(needsDevPackages))
    return writeFileSync(stamp, lockFileHash)
  printLine('Installing packages (once) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'])
  writeFileSync(stamp, lockFileHash)
}
/** True if the installed packages have the versions of the lock file. */
function hasLockedVersions(includesDevPackages) {
  const lockedPackages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installedPackages = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
  return Object.entries(lockedPackages).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      (entry.dev && !includesDevPackages) ||
      installedPackages[path]?.version === entry.version,
  )
}

/**
 * Builds server and app if the sources have changed since the last build. The server is built when this function returns
 * its promise. The app takes longer and is built while the server starts; the promise resolves when the app is built.
 */
async function build() {
  if (isBuildCurrent()) return
  const releaseLock = acquireBuildLock()
  if (isBuildCurrent()) return releaseLock()
  const viteBuild = [vite, 'build', '--logLevel', 'warn']
  rmSync(buildLog, { force: true })
  printLine('Building the server …')
  run(process.execPath, [...viteBuild, '--mode', 'server'], buildLog)
  run(process.execPath, [join(root, 'dist/server/database-template.js')], buildLog)
  printLine('Building the app (only after a change) …')
  await runInBackground(process.execPath, viteBuild, buildLog, (pid) =>
    // The build goes on if this process is killed, and the next start has to wait for it.
    writeFileSync(buildLock, `${process.pid} ${pid}`),
  )
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, sourceFingerprint)
  releaseLock()
}
/** True if the last build finished and the sources have not changed since. */
function isBuildCurrent() {
  sourceFingerprint ??= fingerprintSources()
  return (
    existsSync(buildStamp) &&
    readFileSync(buildStamp, 'utf8') === sourceFingerprint &&
    ['server/main.js', 'database', 'client/index.html'].every((output) => existsSync(join(root, 'dist', output)))
  )
}
/**
 * Waits for the build lock. Only one build runs at a time, because servers that start together would write to the same
 * files.
 * @returns a function that releases the lock
 */
function acquireBuildLock() {
  while (!tryCreateLock(buildLock)) {
    if (isAbandoned(buildLock)) rmSync(buildLock, { force: true })
    else sleep(200)
  }
  const removeLock = () => rmSync(buildLock, { force: true })
  process.once('exit', removeLock)
  return () => {
    process.off('exit', removeLock)
    removeLock()
  }
}
/** Blocks this process for some milliseconds. */
function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
/** Creates a lock file. Returns false if it exists already. */
function tryCreateLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}
/** True if all processes named in a lock have ended. A lock without a process id has just been created. */
function isAbandoned(path) {
  const pids = readText(path).split(' ').map(Number).filter(Boolean)
  return pids.length > 0 && !pids.some(isRunning)
}
/** Reads a file; empty if it is gone. */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return ''
  }
}
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
/** Fingerprints the files that the build reads, by name, size and time of change. */
function fingerprintSources() {
  const hash = createHash('sha256')
  const addPath = (path) => {
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) addPath(join(path, name))
    else hash.update(`${path.slice(root.length)} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const name of ['src', 'sw', 'public', 'index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'])
    if (existsSync(join(root, name))) addPath(join(root, name))
  return hash.digest('hex')
}

/** Starts the server from source and Vite's development server. Both reload after changes. */
function startDevelopment() {
  const server = spawn(process.execPath, ['--watch-path=src', '--import', 'tsx', 'src/server/main.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  // All other flags are for the server.
  const { port = process.env.PORT || 8080 } = parseArgs({
    args,
    strict: false,
    options: { port: { type: 'string' } },
  }).values
  const app = spawn(process.execPath, [vite], {
    cwd: root,
    stdio: 'inherit',
    env: { API_TARGET: `http://127.0.0.1:${port}`, ...process.env },
  })
  const stop = () => {
    server.kill()
    app.kill()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  app.on('exit', stop)
}

/** Runs a program and waits for it. @param log file that receives the output; by default the terminal */
function run(program, parameters, log = null) {
  const output = log ? openLog(log) : 'inherit'
  const { status, error } = spawnSync(program, parameters, childOptions(output))
  if (log) closeSync(output)
  if (error || status !== 0) exitAfterFailure(program, parameters, error, log)
}
function openLog(log) {
  mkdirSync(dirname(log), { recursive: true })
  return openSync(log, 'a')
}
/** Runs a program in the background. It is stopped when this process ends, unless this process is killed. */
function runInBackground(program, parameters, log, onStart) {
  const output = openLog(log)
  const child = spawn(program, parameters, childOptions(output))
  closeSync(output)
  if (child.pid) onStart(child.pid)
  const kill = () => child.kill()
  process.once('exit', kill)
  return new Promise((resolve) => {
    child.once('error', (error) => exitAfterFailure(program, parameters, error, log))
    child.once('exit', (status) => {
      process.off('exit', kill)
      if (status === 0) resolve()
      else exitAfterFailure(program, parameters, null, log)
    })
  })
}
function childOptions(output) {
  return {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  }
}
function exitAfterFailure(program, parameters, error, log) {
  if (log && existsSync(log)) process.stderr.write(readFileSync(log, 'utf8'))
  exitWithError(`${program} ${parameters[0]} did not succeed${error ? `: ${error.message}` : ''}.`)
}
function printLine(text) {
  process.stdout.write(`  ${text}\n`)
}
function exitWithError(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
