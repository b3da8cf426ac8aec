import { useEndpoint } from '@/client/api/use-list'
import { glanceNow } from '../../contract/glance-endpoints'
import { glanceResources } from '../parts/glance-resources'

/** Loads the glance of the default shift; cards that show parts of it share one request. */
export const useGlance = () =>
  useEndpoint(glanceNow, { period: 'shift' as const }, { resources: glanceResources, refreshEvery: 60_000 })
