import type { CommandToSave, PhoneStore, UnsentCommand } from '@/client/api/phone'

/** Creates a phone whose store is in memory. `calls` lists the calls that only have an effect on a real phone. */
export function createFakePhone(overrides: Partial<PhoneStore> = {}): PhoneStore & {
  savedCommands: CommandToSave[]
  drafts: Map<string, unknown>
  answers: Map<string, unknown>
  calls: string[]
} {
  const savedCommands: CommandToSave[] = []
  const drafts = new Map<string, unknown>()
  const answers = new Map<string, unknown>()
  const calls: string[] = []
  const recordCall = (call: string) => {
    calls.push(call)
    return Promise.resolve()
  }
  return {
    savedCommands,
    drafts,
    answers,
    calls,
    save: (command) => {
      savedCommands.push(command)
      return Promise.resolve({ id: `op-${savedCommands.length}` })
    },
    watchCommands: (listener) => {
      listener([] as UnsentCommand[])
      return () => undefined
    },
    watchOverlay: (_resource, listener) => {
      listener((rows) => rows)
      return () => undefined
    },
    retry: (id) => recordCall(`retry ${id}`),
    edit: (id) => recordCall(`edit ${id}`),
    discard: (id) => recordCall(`discard ${id}`),
    exportFile: () => Promise.resolve(new Blob(['{}'])),
    loadPhotos: () => Promise.resolve([]),
    readPhoto: () => Promise.resolve(null),
    listPeopleWithUnsentWork: () => Promise.resolve([]),
    syncNow: () => recordCall('sync'),
    getServerTime: () => new Date().toISOString(),
    readAnswer: (key, buster) =>
      Promise.resolve((answers.get(`${buster} ${key}`) as { data: unknown; at: number } | undefined) ?? null),
    readEndpointAnswers: (endpointName, buster) =>
      Promise.resolve(
        [...answers].flatMap(([key, answer]) =>
          key.startsWith(`${buster} `) && key.includes(`"${endpointName}"`) ? [(answer as { data: unknown }).data] : [],
        ),
      ),
    storeAnswer: (key, buster, data) => {
      answers.set(`${buster} ${key}`, { data, at: 1000 })
      return Promise.resolve()
    },
    findOptions: () => Promise.resolve([]),
    findRowsByCode: () => Promise.resolve([]),
    loadPackRows: () => Promise.resolve({ rows: [], refs: {}, at: null }),
    readDraft: (key) => Promise.resolve((drafts.get(key) as never) ?? null),
    storeDraft: (key, values, _photos, owner) => {
      drafts.set(key, { values, photos: [], owner })
      return Promise.resolve()
    },
    deleteDraft: (key) => {
      drafts.delete(key)
      return Promise.resolve()
    },
    reportSignIn: ({ userId }) => recordCall(`signedIn ${userId}`),
    reportRightsChange: () => recordCall('rightsChanged'),
    signOut: () => {
      calls.push('signOut')
      return Promise.resolve({ unsentCount: 0 })
    },
    reportExpiredSession: () => recordCall('expired'),
    getStorageState: () => Promise.resolve({ persisted: false, used: 0, quota: 1 }),
    requestPersistence: () => Promise.resolve(true),
    ...overrides,
  }
}
