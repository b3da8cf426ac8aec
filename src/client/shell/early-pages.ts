import { useEffect } from 'react'
import { pageOf } from '../areas'
import type { PageRoute } from './menu-tree'
import { pageAt } from './use-menu'

/** The code of a page begins to load when a finger touches its link, not when it is lifted: a tenth of a second earlier. */
export function useEarlyPages(pages: readonly PageRoute[]): void {
  useEffect(() => {
    const begin = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
      const page = link && pageAt(pages, link.pathname)
      // What cannot be loaded is told by the page, once it is opened.
      if (page) pageOf(page.name)?.().catch(() => undefined)
    }
    addEventListener('pointerdown', begin, { passive: true })
    return () => removeEventListener('pointerdown', begin)
  }, [pages])
}
