import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get as getSecurely } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { WebSocket } from 'ws'
import { StartingServer } from '@/server/http/starting-server'
import { loadCertificate } from '@/server/load-certificate'
import { sourceFolder } from '@/server/program-files'
import { getLocaleFolders, loadTranslations, type Translations } from '@/server/translations'
import { createTestPlant, type TestPlant } from '../harness'
import { findFreePort, startServer } from './built-server'
import { getInstalledCopy } from './installed-copy'

let translations: Translations
beforeAll(async () => {
  translations = await loadTranslations(getLocaleFolders(sourceFolder))
})

describe('until the plant is ready, its port', () => {
  let plant: TestPlant
  let startingServer: StartingServer
  let url: string
  let port: number
  const request = (path: string, language = 'zh-CN') => fetch(url + path, { headers: { 'accept-language': language } })
  beforeAll(async () => {
    plant = await createTestPlant()
    port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    startingServer = new StartingServer(translations, null)
    await startingServer.listen(port, '127.0.0.1')
  })
  afterAll(() => plant.close())

  test('answers that the process lives, and is not ready yet', async () => {
    expect((await request('/healthz')).status).toBe(200)
    const readiness = await request('/readyz')
    expect([readiness.status, readiness.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await readiness.json()).toEqual({ ok: false, why: 'starting', step: 'database', percent: null })
    startingServer.progress = { step: 'demonstration', percent: 37 }
    expect(await (await request('/readyz')).json()).toMatchObject({ step: 'demonstration', percent: 37 })
  })
  test.each([
    ['zh-CN', /^.*lang="zh".*正在加载演示工厂 · 37 %.*Loading the demonstration plant · 37 %/s],
    ['en-GB', /^.*lang="en".*Loading the demonstration plant · 37 %.*正在加载演示工厂 · 37 %/s],
  ])('shows a page with the progress that refreshes itself, in both languages (%s)', async (language, form) => {
    startingServer.progress = { step: 'demonstration', percent: 37 }
    const page = await request('/quality/checks?day=2026-11-20', language)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    // The same policy as that of the app.
    expect(page.headers.get('content-security-policy')).toBe(
      (await plant.http.inject('/')).headers['content-security-policy'],
    )
    const html = await page.text()
    expect(html).toMatch(form)
    expect(html).toContain('<meta http-equiv="refresh" content="2">')
    expect(html).not.toMatch(/<script|src=|contract:/)
  })
  test.each(['/api/user/login', '/socket/get_name'])('asks callers of %s to try again', async (path) => {
    const answer = await fetch(url + path, { method: 'POST', headers: { 'accept-language': 'en' }, body: '{}' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toEqual({
      errno: '4502',
      errmsg: 'The system is starting, please try again later',
      data: null,
    })
  })
  test('refuses live sockets', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/polling_check`)
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(error.message).toContain('503')
  })
  test('names a taken port', async () => {
    await expect(new StartingServer(translations, null).listen(port, '127.0.0.1')).rejects.toThrow(/EADDRINUSE/)
  })
  test('passes its socket to the plant without refusing a connection', async () => {
    const statuses: number[] = []
    let isDone = false
    const knock = async () => {
      while (!isDone) statuses.push((await request('/readyz')).status)
    }
    const callers = Promise.all(Array.from({ length: 8 }, knock))
    await vi.waitUntil(() => statuses.length > 50)
    await startingServer.handOverTo(plant.http)
    const statusesBefore = statuses.length
    await vi.waitUntil(() => statuses.length > statusesBefore + 50)
    isDone = true
    await callers // a refused connection would reject
    expect(new Set(statuses)).toEqual(new Set([503, 200]))
    expect(statuses.slice(-30)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(await (await request('/api/ping')).json()).toMatchObject({ errno: '200' })
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/polling_check`, {
      headers: { authorization: (await plant.as('admin')).token },
    })
    expect(String(await new Promise((resolve) => socket.once('message', resolve)))).toContain('hello')
    socket.terminate()
  })
  test('is free again after the plant has closed', async () => {
    const [http, next] = [Fastify(), new StartingServer(translations, null)]
    const otherPort = await findFreePort()
    await next.listen(otherPort, '127.0.0.1')
    await next.handOverTo(http)
    await http.close()
    const listener = createServer().listen(otherPort, '127.0.0.1')
    await once(listener, 'listening')
    listener.close()
  })
})

test('with HTTPS, the port answers with the same certificate before and after', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'starting-'))
  const https = await loadCertificate(dataDir, { certificate: '', certificateKey: '' })
  const http = Fastify({ https })
  http.get('/readyz', () => ({ ok: true }))
  const startingServer = new StartingServer(translations, https)
  const port = await findFreePort()
  const getStatus = () =>
    new Promise((resolve, reject) => {
      getSecurely(
        `https://127.0.0.1:${port}/readyz`,
        { ca: https.cert, agent: false, checkServerIdentity: () => undefined },
        (answer) => resolve(answer.resume().statusCode),
      ).on('error', reject)
    })
  try {
    await startingServer.listen(port, '127.0.0.1')
    expect(await getStatus()).toBe(503)
    await startingServer.handOverTo(http)
    expect(await getStatus()).toBe(200)
  } finally {
    await http.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('the first start answers while it loads the demonstration plant, and never stops answering', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'first-start-'))
  const port = await findFreePort()
  let isReady = false
  const starting = startServer(await getInstalledCopy(), {
    dataDir,
    port,
    env: { DEMO: '1', DEMO_DAYS: '2', DEMO_LIVE: '0', ADMIN_PASSWORD: '' },
  })
  starting.catch(() => {
    isReady = true
  })
  const answers: { status: number; step: string }[] = []
  const refusals: number[] = []
  try {
    while (!isReady) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
        const { step = 'ready' } = (await answer.json()) as { step?: string }
        answers.push({ status: answer.status, step })
        isReady = answer.status === 200
      } catch {
        refusals.push(answers.length)
      }
      await pause(20)
    }
    const server = await starting
    expect(
      refusals.filter((answerCount) => answerCount > 0),
      'refused after the first answer',
    ).toEqual([])
    expect([...new Set(answers.map(({ step }) => step))]).toEqual(
      expect.arrayContaining(['database', 'demonstration', 'ready']),
    )
    // Ready before the new database is on disk, and says so.
    await vi.waitUntil(async () => (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).durable, {
      timeout: 60_000,
    })
    expect(await server.stop('SIGTERM')).toBe(0)
  } finally {
    await starting.then((server) => server.stop('SIGKILL')).catch(() => undefined)
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 300_000)
