import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'

const WIDTH = 640
const HEIGHT = 480
/** Brightness from 0 to 255. As in a hall at night, the label is hardly brighter than its surroundings. */
const [BACKGROUND, PAPER, INK] = [52, 96, 24]
const LABEL_PX = 210
const TILT_RADIANS = (28 * Math.PI) / 180

/** Draws a tilted label in bad light with the noise of a cheap sensor, as brightness per pixel. */
function drawLabel(text: string): Uint8Array {
  const { data, size } = encode(text, { border: 4 })
  const picture = new Uint8Array(WIDTH * HEIGHT)
  let seed = 1
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [xFromCenter, yFromCenter] = [x - WIDTH / 2, y - HEIGHT / 2]
      const column = Math.floor(
        ((xFromCenter * Math.cos(TILT_RADIANS) + yFromCenter * Math.sin(TILT_RADIANS)) / LABEL_PX + 0.5) * size,
      )
      const row = Math.floor(
        ((yFromCenter * Math.cos(TILT_RADIANS) - xFromCenter * Math.sin(TILT_RADIANS)) / LABEL_PX + 0.5) * size,
      )
      const module = data[row]?.[column]
      seed = (seed * 1103515245 + 12345) % 2147483648
      const noise = (seed / 2147483648 - 0.5) * 16
      picture[y * WIDTH + x] = (module === undefined ? BACKGROUND : module ? INK : PAPER) + noise
    }
  return picture
}
/** Writes a video of one frame that shows a label. @returns its path */
function writeVideo(text: string): string {
  const path = join(tmpdir(), `mes-camera-${process.pid}.y4m`)
  const neutralColour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  writeFileSync(path, Buffer.concat([Buffer.from(head), drawLabel(text), neutralColour]))
  return path
}

/** Code of the machine whose label the camera sees. */
export const MACHINE_IN_VIEW = 'MB1-BM01'
const cameraArgs = ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
/** A browser whose camera shows a test picture. Test files that take photos share this object, so that Playwright reuses the browser. */
export const withCamera = { executablePath, args: cameraArgs }
/** A browser whose camera shows the label of a machine. */
export const withLabelInView = () => ({
  executablePath,
  args: [...cameraArgs, `--use-file-for-fake-video-capture=${writeVideo(`eq:${MACHINE_IN_VIEW}`)}`],
})
