import { useEndpoint } from '@/client/api/use-list'
import { glanceNow } from '../../contract/glance-calls'
import { glanceResources } from '../parts/glance-resources'

/** The glance of the shift that people mean now; cards that show parts of it ask once. */
export const useGlance = () =>
  useEndpoint(glanceNow, { period: 'shift' as const }, { resources: glanceResources, refreshEvery: 60_000 })
