#!/usr/bin/env node
// What `npm start`, `npm run dev`, `npm run backup` and `npm run restore` run. Plain JavaScript and Node alone, since
// it is what installs and builds the rest: missing packages, a stale app, then the server in this very process.
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
if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)

const args = process.argv.slice(2)
const command = ['backup', 'restore'].includes(args[0]) ? args.shift() : null
const dev = args[0] === '--dev' && args.shift()
const buildOnly = args[0] === '--build-only'
// Warnings of the bundler would hide what the start says; they are printed only if the build fails.
const buildLog = join(root, 'dist', 'build.log')

process.env.NODE_ENV ??= dev ? 'development' : 'production'
process.setSourceMapsEnabled(true)
let built = Promise.resolve()
if (!args.includes('--help') || !existsSync(join(root, 'dist/server/main.js'))) {
  install()
  if (!dev) built = build()
}
if (dev) develop()
else if (buildOnly) await built
else {
  const program = await import(pathToFileURL(join(root, 'dist/server', command ? 'command.js' : 'main.js')).href)
  try {
    await (command ? program.runCommand(command, args, process.env) : program.startServer(args, process.env, built))
  } catch (error) {
    fail(program.explain?.(error) ?? error.stack)
  }
}

/** Installs the packages of the lock file when they are missing or another lock file's. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  if (existsSync(join(root, 'node_modules', '.package-lock.json')) && sameVersions()) return writeFileSync(stamp, lock)
  say('Installing packages (once) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'])
  writeFileSync(stamp, lock)
}
/** Whether what is installed is what the lock file says. */
function sameVersions() {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || found[path]?.version === entry.version,
  )
}

/**
 * Builds server and app when a source is newer than the last build. The server is there at return; the app takes longer,
 * so it is built beside the server's start: resolves when it is there.
 */
async function build() {
  const now = fingerprint()
  const stamp = join(root, 'dist', '.built')
  const made = [join(root, 'dist/server/main.js'), join(root, 'dist/database'), join(root, 'dist/client/index.html')]
  const fresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === now && made.every((file) => existsSync(file))
  if (fresh()) return
  const done = takeTurn()
  if (fresh()) return done()
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  rmSync(buildLog, { force: true })
  say('Building the server …')
  run(process.execPath, [...vite, '--mode', 'server'], buildLog)
  run(process.execPath, [join(root, 'dist/server/database-template.js')], buildLog)
  say('Building the app (only after a change) …')
  await runBeside(process.execPath, vite, buildLog)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
  done()
}
/** One build at a time: servers started at once on a checkout would write into each other's files. Returns how to let the next one in. */
function takeTurn() {
  const lock = join(root, 'node_modules', '.building')
  while (!locked(lock)) {
    if (left(lock)) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  const done = () => rmSync(lock, { force: true })
  process.once('exit', done)
  return () => {
    process.off('exit', done)
    done()
  }
}
function locked(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}
/** Whether the process that made a lock is gone; one that was just made may not have its number in it yet. */
function left(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    if (pid) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
function fingerprint() {
  const hash = createHash('sha256')
  const walk = (path) => {
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name))
    else hash.update(`${path.slice(root.length)} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const name of ['src', 'sw', 'public', 'index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'])
    if (existsSync(join(root, name))) walk(join(root, name))
  return hash.digest('hex')
}

/** Server from source and Vite's development server beside it, both following changes. */
function develop() {
  const server = spawn(process.execPath, ['--watch-path=src', '--import', 'tsx', 'src/server/main.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  // Other flags are left to the server.
  const { port = process.env.PORT || 8080 } = parseArgs({
    args,
    strict: false,
    options: { port: { type: 'string' } },
  }).values
  const app = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
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

/** @param log file that the output is appended to; by default it goes to the terminal */
function run(program, parameters, log = null) {
  const output = log ? openLog(log) : 'inherit'
  const { status, error } = spawnSync(program, parameters, childOptions(output))
  if (log) closeSync(output)
  if (error || status !== 0) failed(program, parameters, error, log)
}
function openLog(log) {
  mkdirSync(dirname(log), { recursive: true })
  return openSync(log, 'a')
}
/** As `run`, while this process goes on; the child does not outlive it. */
function runBeside(program, parameters, log) {
  const output = openLog(log)
  const child = spawn(program, parameters, childOptions(output))
  closeSync(output)
  const kill = () => child.kill()
  process.once('exit', kill)
  return new Promise((resolve) => {
    child.once('error', (error) => failed(program, parameters, error, log))
    child.once('exit', (status) => {
      process.off('exit', kill)
      if (status === 0) resolve()
      else failed(program, parameters, null, log)
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
function failed(program, parameters, error, log) {
  if (log && existsSync(log)) process.stderr.write(readFileSync(log, 'utf8'))
  fail(`${program} ${parameters[0]} did not succeed${error ? `: ${error.message}` : ''}.`)
}
function say(text) {
  process.stdout.write(`  ${text}\n`)
}
function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
