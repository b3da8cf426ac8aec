/** Browser commands in the terms of both protocols: path and method of WebDriver, name of Marionette. */
export const commands = {
  setTimeouts: ['POST', '/timeouts', 'WebDriver:SetTimeouts'],
  setRect: ['POST', '/window/rect', 'WebDriver:SetWindowRect'],
  open: ['POST', '/url', 'WebDriver:Navigate'],
  reload: ['POST', '/refresh', 'WebDriver:Refresh'],
  run: ['POST', '/execute/async', 'WebDriver:ExecuteAsyncScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  screenshot: ['GET', '/screenshot', 'WebDriver:TakeScreenshot'],
} as const satisfies Record<string, readonly ['GET' | 'POST', string, string]>
export type Command = keyof typeof commands
export type Body = Readonly<Record<string, unknown>>

/** An open browser that accepts commands. */
export interface RemoteBrowser {
  /** Rejects with `Refused` if the browser returns an error. */
  send(command: Command, body?: Body): Promise<unknown>
  /** Ends the browser and every process started for it. */
  close(): Promise<void>
  /** Printed output, for failure messages. */
  output(): string
}
/** An error that the browser returned; `reason` is the error code of the WebDriver standard. */
export class RefusedCommand extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(`${reason}: ${message}`)
    this.name = 'Refused'
  }
}
/** Key by which both protocols mark an element in script arguments and results. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
