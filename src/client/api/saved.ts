import { syncStatus } from './phone'

/** The text to say when a record stands in this phone's outbox: where it waits matters to a person without a network only. */
export const savedText = (): 'client:resource.saved' | 'client:resource.savedHere' =>
  navigator.onLine && syncStatus().state !== 'offline' ? 'client:resource.saved' : 'client:resource.savedHere'
