/** A browser whose camera shows a test picture. All files that take photos share this object, and so the browser. */
export const withCamera = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
}
