import type { PhoneCommand, Phone, UnsentCommand } from '@/client/api/phone'

/** A phone's store in memory for tests of the kit; `saved` holds the saved commands. */
export function fakePhone(
  over: Partial<Phone> = {},
): Phone & { saved: PhoneCommand[]; drafts: Map<string, unknown>; answers: Map<string, unknown>; calls: string[] } {
  const saved: PhoneCommand[] = []
  const drafts = new Map<string, unknown>()
  const answers = new Map<string, unknown>()
  const calls: string[] = []
  const note = (what: string) => {
    calls.push(what)
    return Promise.resolve()
  }
  return {
    saved,
    drafts,
    answers,
    calls,
    save: (command) => {
      saved.push(command)
      return Promise.resolve({ id: `op-${saved.length}` })
    },
    watchCommands: (seen) => {
      seen([] as UnsentCommand[])
      return () => undefined
    },
    watchOverlay: (_resource, seen) => {
      seen((rows) => rows)
      return () => undefined
    },
    retry: (id) => note(`retry ${id}`),
    edit: (id) => note(`edit ${id}`),
    discard: (id) => note(`discard ${id}`),
    exportFile: () => Promise.resolve(new Blob(['{}'])),
    loadPhotos: () => Promise.resolve([]),
    readPhoto: () => Promise.resolve(null),
    listUnsentOwners: () => Promise.resolve([]),
    syncNow: () => note('sync'),
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
    reportSignIn: ({ userId }) => note(`signedIn ${userId}`),
    reportRightsChange: () => note('rightsChanged'),
    signOut: () => {
      calls.push('signOut')
      return Promise.resolve({ unsentCount: 0 })
    },
    reportExpiredSession: () => note('expired'),
    getStorageState: () => Promise.resolve({ persisted: false, used: 0, quota: 1 }),
    requestPersistence: () => Promise.resolve(true),
    ...over,
  }
}
