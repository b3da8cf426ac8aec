#!/usr/bin/env node
// Memory of a large screen after thousands of scene changes: heap, nodes and listeners in Chromium, against a running server.
//   node tests/bench/wall-heap.mjs --base http://127.0.0.1:8080 --user admin --password secret [--changes 2000]
import { chromium } from 'playwright'

const given = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const base = given('base', 'http://127.0.0.1:8080')
const changes = Number(given('changes', '2000'))
const WARM = 50
const MOST_MB = 2

async function send(token, method, path, body) {
  const headers = {
    ...(token ? { Authorization: token } : {}),
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  }
  const answer = await fetch(`${base}/api${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return (await answer.json()).data
}
const password = given('password', '')
const { token } = await send(null, 'POST', '/user/login', { username: given('user', 'admin'), password })
await send(token, 'POST', '/user/verification', { password })
const link = await send(token, 'POST', '/plant/lobby_link', { name: 'wall-heap' })

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
await page.goto(`${base}/lobby#${link.secret}`)
await page.waitForSelector('.wall-scene')
const tools = await page.context().newCDPSession(page)
async function measured() {
  for (let i = 0; i < 2; i++) await tools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await tools.send('Memory.getDOMCounters')
  return { heapMb: Math.round(usedSize / 10_485.76) / 100, nodes, listeners: jsEventListeners }
}
for (let i = 0; i < WARM; i++) await page.keyboard.press('ArrowRight')
const before = await measured()
for (let i = 0; i < changes; i++) await page.keyboard.press('ArrowRight')
const after = await measured()
await browser.close()
await send(token, 'DELETE', '/plant/lobby_link', { id: link.id })
process.stdout.write(`${JSON.stringify({ changes, before, after })}\n`)
process.exit(after.heapMb - before.heapMb > MOST_MB || after.listeners > before.listeners ? 1 : 0)
