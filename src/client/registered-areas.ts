import { areaClients } from '@/areas/clients'
import { registerAreas } from './area-registry'

// A separate module, because modules that load early already need the areas.
registerAreas(areaClients)
