import { createElement } from 'react'
import type { Resource } from '@/contract/resource'
import type { PageLoader } from './area'

/** Defines the page of a resource as its contract declares it, for an area that customizes nothing. */
export const createResourcePage =
  (load: () => Promise<Resource>): PageLoader =>
  async () => {
    const [of, { ResourcePage }] = await Promise.all([load(), import('./resource/ResourcePage')])
    return { default: () => createElement(ResourcePage, { of }) }
  }
