/**
 * Input from the moment before a page was closed. Drafts are written after a pause in typing. A page that is closed
 * within the pause starts the write. WebKit freezes the page before the write completes, and iOS may never resume the
 * page. So the last input also goes to localStorage, where writing is synchronous, and the form that opens next reads
 * it.
 */
import { recordTrouble } from '../ui/trouble'
import type { FormValues } from './form-values'

const STORAGE_KEY = 'last-words'
/** Maximum number of stored drafts: enough for the forms of one page. Older drafts are in the database by then. */
const MAX_DRAFTS = 5

interface UnsavedDraft {
  key: string
  owner: string
  content: { values: FormValues; row?: unknown }
}
function readDrafts(): UnsavedDraft[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as UnsavedDraft[]
  } catch (error) {
    recordTrouble('unsaved draft not readable', error)
    return []
  }
}
function writeDrafts(drafts: readonly UnsavedDraft[]): void {
  try {
    if (drafts.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(drafts))
    else localStorage.removeItem(STORAGE_KEY)
  } catch (error) {
    recordTrouble('unsaved draft not stored', error) // no space or no permission; the database write of the draft has started anyway
  }
}
/** Stores the last input of a form; only the newest few are kept. */
export const storeUnsavedDraft = (draft: UnsavedDraft): void =>
  writeDrafts([draft, ...readDrafts().filter(({ key }) => key !== draft.key)].slice(0, MAX_DRAFTS))
/** Reads a draft of this owner; drafts of other people are not returned and stay. */
export const readUnsavedDraft = (key: string, owner: string): UnsavedDraft['content'] | null =>
  readDrafts().find((draft) => draft.key === key && draft.owner === owner)?.content ?? null
/** Deletes the stored input of a form. */
export function deleteUnsavedDraft(key: string): void {
  const drafts = readDrafts()
  if (drafts.some((draft) => draft.key === key)) writeDrafts(drafts.filter((draft) => draft.key !== key))
}
