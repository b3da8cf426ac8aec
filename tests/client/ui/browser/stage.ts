import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser } from 'playwright'
import { encode } from 'uqr'
import { build, preview } from 'vite'

/** Text of the QR code in front of the fake camera. */
export const QR_TEXT = 'S2605-SMS3-0504-00017'

const WIDTH = 1280
const HEIGHT = 720

/** Builds one frame of uncompressed video (YUV4MPEG2) with a QR code in the middle, which Chromium's fake camera repeats. */
export function buildQrVideo(text: string): Buffer {
  const { data, size } = encode(text, { border: 4 })
  const cell = Math.floor(420 / size)
  const left = Math.floor((WIDTH - cell * size) / 2)
  const top = Math.floor((HEIGHT - cell * size) / 2)
  const brightness = Buffer.alloc(WIDTH * HEIGHT, 140)
  for (let y = 0; y < cell * size; y += 1) {
    for (let x = 0; x < cell * size; x += 1) {
      const isDark = data[Math.floor(y / cell)]?.[Math.floor(x / cell)] === true
      brightness[(top + y) * WIDTH + left + x] = isDark ? 20 : 235
    }
  }
  const neutralColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    brightness,
    neutralColour,
  ])
}

export type Stage = {
  url: string
  browser: Browser
  /** Built files with their content; `entry` marks the entry points. */
  files: { name: string; entry: boolean; code: string }[]
  close: () => Promise<void>
}

/** Builds the gallery like the app, serves it, and opens Chromium with a camera that shows a QR code. */
export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'ui-stage-'))
  const root = import.meta.dirname
  const shared = {
    root,
    configFile: false as const,
    logLevel: 'warn' as const,
    cacheDir: join(folder, 'cache'),
    plugins: [react()],
    resolve: { alias: { '@': resolve(root, '../../../../src') } },
  }
  const buildResult = await build({
    ...shared,
    build: { outDir: join(folder, 'dist'), target: 'es2022', emptyOutDir: true },
  })
  const outputs = (Array.isArray(buildResult) ? buildResult : [buildResult]).flatMap((result) =>
    'output' in result ? result.output : [],
  )
  const files = outputs.map((file) =>
    file.type === 'chunk'
      ? { name: file.fileName, entry: file.isEntry, code: file.code }
      : { name: file.fileName, entry: false, code: String(file.source) },
  )
  const server = await preview({
    ...shared,
    build: { outDir: join(folder, 'dist') },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const video = join(folder, 'camera.y4m')
  await writeFile(video, buildQrVideo(QR_TEXT))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    browser,
    files,
    close: async () => {
      await browser.close()
      await new Promise<void>((done) => server.httpServer.close(() => done()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
