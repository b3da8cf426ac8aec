import { syncStatus } from './phone'

/** Whether a server can be reached, by what the last try said. */
export const isOnline = (): boolean => navigator.onLine && syncStatus().state !== 'offline'

/**
 * The text to say of what became of a command. That it stands on this phone and waits is said only when it does: not of what
 * the server has answered, nor while it is on its way.
 */
export const savedText = ({
  queued,
}: {
  readonly queued: boolean
}): 'client:resource.saved' | 'client:resource.savedHere' =>
  !queued || isOnline() ? 'client:resource.saved' : 'client:resource.savedHere'

/** What is said of a command that has a word of its own for being done: with it, where it is, while it only waits on this phone. */
export const doneText = (
  t: (key: ReturnType<typeof savedText>) => string,
  result: { readonly queued: boolean },
  done: string | undefined,
): string => {
  const saved = savedText(result)
  if (done === undefined) return t(saved)
  return saved === 'client:resource.savedHere' ? `${done} · ${t(saved)}` : done
}
