import { accessServer } from '@/areas/access/server'
import type { AreaServer } from './area'
import { kitServer } from './kit'

/** Every area this server answers for. */
export const areaServers: readonly AreaServer[] = [kitServer, accessServer]
