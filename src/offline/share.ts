import { uuid7 } from '@/contract/id'
import type { DraftFile } from './database'
import { NOBODY, type Drafts } from './drafts'

/** Where the phone's "share to …" sends a photo (`share_target` of the manifest), and the form it opens. */
export const SHARE_PATH = '/share'
export const NEW_REPAIR_PATH = '/activities/repairs?new=1'

/** Keeps what was shared as a draft nobody owns yet. Answers the path of the new repair that takes it up by `draft=`. */
export async function keepShared(form: FormData, drafts: Drafts): Promise<string> {
  const files: DraftFile[] = []
  for (const entry of form.values()) {
    if (typeof entry === 'string' || !entry.type.startsWith('image/')) continue
    files.push({ id: uuid7(), data: await entry.arrayBuffer(), mime: entry.type, name: entry.name })
  }
  const key = `share:${uuid7()}`
  const text = [form.get('title'), form.get('text')]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
  await drafts.put(NOBODY, key, { text }, files)
  return `${NEW_REPAIR_PATH}&draft=${encodeURIComponent(key)}`
}
