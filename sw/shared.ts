import { openCacheDatabase, openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { isOwnShare, keepShared, readShare, refusedSharePath } from '@/offline/share'
import { evictFrom } from '@/offline/storage'

/** Stores a photo shared from another app and redirects to the form. Refuses forms sent by other sites. */
export async function takeShared(request: Request): Promise<Response> {
  if (!isOwnShare(request, self.location.origin)) return Response.redirect(refusedSharePath('otherSite'), 303)
  const form = await readShare(request)
  if (!form) return Response.redirect(refusedSharePath('tooLarge'), 303)
  const db = openOutboxDatabase()
  const cache = openCacheDatabase()
  try {
    const path = await keepShared(form, createDrafts(db, evictFrom(cache)))
    return Response.redirect(path, 303)
  } finally {
    db.close()
    cache.close()
  }
}
