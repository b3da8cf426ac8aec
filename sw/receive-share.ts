import { openCacheDatabase, openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { isOwnShare, saveSharedDraft, readShare, buildRefusedSharePath } from '@/offline/share'
import { createEvictCache } from '@/offline/storage'

/** Stores a photo shared from another app and redirects to the form. Refuses forms sent by other sites. */
export async function receiveShare(request: Request): Promise<Response> {
  if (!isOwnShare(request, self.location.origin)) return Response.redirect(buildRefusedSharePath('otherSite'), 303)
  const form = await readShare(request)
  if (!form) return Response.redirect(buildRefusedSharePath('tooLarge'), 303)
  const db = openOutboxDatabase()
  const cache = openCacheDatabase()
  try {
    const path = await saveSharedDraft(form, createDrafts(db, createEvictCache(cache)))
    return Response.redirect(path, 303)
  } finally {
    db.close()
    cache.close()
  }
}
