/** What is asked of a browser, in both protocols' words: the path and method of WebDriver, the name of Marionette. */
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

/** A browser that is open and does as it is told. */
export interface Remote {
  /** Rejects with `Refused` when the browser says no. */
  send(command: Command, body?: Body): Promise<unknown>
  /** Ends the browser and whatever was started for it. */
  close(): Promise<void>
  /** What it printed, for a failure. */
  said(): string
}
/** The browser's own answer that something could not be done; `reason` is the standard's code for it. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(`${reason}: ${message}`)
    this.name = 'Refused'
  }
}
/** How both protocols mark an element in what scripts answer and are given. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
