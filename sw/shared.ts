import { openCacheDatabase, openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { keepShared } from '@/offline/share'
import { evictFrom } from '@/offline/storage'

/** Takes a photo shared from another app: durable first, then on to the form. */
export async function takeShared(request: Request): Promise<Response> {
  const db = openOutboxDatabase()
  const cache = openCacheDatabase()
  try {
    const path = await keepShared(await request.formData(), createDrafts(db, evictFrom(cache)))
    return Response.redirect(path, 303)
  } finally {
    db.close()
    cache.close()
  }
}
