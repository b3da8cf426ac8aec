#!/usr/bin/env node
// Memory of a large screen after thousands of scene changes: heap, nodes and listeners in Chromium, against a running server.
//   node tests/bench/wall-heap.mjs --base http://127.0.0.1:8080 --user admin --password secret [--changes 2000]
import { chromium } from 'playwright'

const getArgument = (name, fallback) => {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? fallback : process.argv[index + 1]
}
const base = getArgument('base', 'http://127.0.0.1:8080')
const changes = Number(getArgument('changes', '2000'))
const WARM_UP_CHANGES = 50
const MAX_GROWTH_MB = 2

async function send(token, method, path, body) {
  const headers = {
    ...(token ? { Authorization: token } : {}),
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  }
  const answer = await fetch(`${base}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return (await answer.json()).data
}
const password = getArgument('password', '')
const { token } = await send(null, 'POST', '/user/login', { username: getArgument('user', 'admin'), password })
await send(token, 'POST', '/user/verification', { password })
const link = await send(token, 'POST', '/plant/lobby_link', { name: 'wall-heap' })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
await page.goto(`${base}/lobby#${link.secret}`)
await page.waitForSelector('.wall-scene')
const session = await page.context().newCDPSession(page)
async function measureMemory() {
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heapMb: Math.round(usedSize / 10_485.76) / 100, nodes, listeners: jsEventListeners }
}
for (let i = 0; i < WARM_UP_CHANGES; i++) await page.keyboard.press('ArrowRight')
const before = await measureMemory()
for (let i = 0; i < changes; i++) await page.keyboard.press('ArrowRight')
const after = await measureMemory()
await browser.close()
await send(token, 'DELETE', '/plant/lobby_link', { id: link.id })
process.stdout.write(`${JSON.stringify({ changes, before, after })}\n`)
process.exit(after.heapMb - before.heapMb > MAX_GROWTH_MB || after.listeners > before.listeners ? 1 : 0)
