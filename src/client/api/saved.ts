import { syncStatus } from './phone'

/** Whether a server can be reached, by what the last try said. */
export const isOnline = (): boolean => navigator.onLine && syncStatus().state !== 'offline'

/** The text to say when a record stands in this phone's outbox: where it waits matters to a person without a network only. */
export const savedText = (): 'client:resource.saved' | 'client:resource.savedHere' =>
  isOnline() ? 'client:resource.saved' : 'client:resource.savedHere'
