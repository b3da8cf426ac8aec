/** A browser with a camera that shows a test picture. One object for all files that take photos, so that they share a browser. */
export const withCamera = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
}
