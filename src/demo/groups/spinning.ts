import { defineMaintenanceTask, defineFault, defineVisualCheck, defineMeasuredCheck, type MachineGroup } from './group'
import { toBilingualText } from '../bilingual-text'

/** Machines from the melt to the filaments. */
export const spinningGroups = {
  extruder: {
    makers: [
      ['沪东纺机', 'JWM-150/30'],
      ['苏南精密', 'SJ-180/33'],
      ['莱恩塑机', 'LE-165'],
    ],
    lifetime: [4200, 1.3],
    faults: [
      defineFault(
        'mechanical',
        3,
        toBilingualText('减速箱异响，振动偏大', 'Gearbox noisy, vibration high'),
        toBilingualText('高速轴轴承磨损，游隙超差', 'High-speed shaft bearing worn, clearance out of limits'),
        toBilingualText(
          '更换高速轴轴承，重新对中，换齿轮油',
          'Replaced the high-speed shaft bearing, realigned, changed the gear oil',
        ),
        'bearing',
      ),
      defineFault(
        'heating',
        4,
        toBilingualText('三区温度上不去，比设定低 12 ℃', 'Zone 3 does not heat up, 12 °C below setpoint'),
        toBilingualText('加热圈断路', 'Heater band open circuit'),
        toBilingualText('更换加热圈，紧固接线端子', 'Replaced the heater band, retightened the terminals'),
        'heater',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('主电机过载跳闸', 'Main motor tripped on overload'),
        toBilingualText('螺杆进料口架桥，冷却水流量不足', 'Bridging in the feed throat, cooling water flow too low'),
        toBilingualText(
          '清理架桥料，疏通冷却水路，复位热继电器',
          'Cleared the bridge, flushed the cooling water line, reset the overload relay',
        ),
        'contactor',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('换网器漏料', 'Screen changer leaks melt'),
        toBilingualText('密封环老化', 'Sealing ring aged'),
        toBilingualText(
          '停机更换密封环，重新紧固法兰',
          'Replaced the sealing ring at standstill, retightened the flange',
        ),
        'seal',
      ),
      defineFault(
        'instrument',
        2,
        toBilingualText('熔体压力显示跳动', 'Melt pressure reading jumps'),
        toBilingualText('压力传感器膜片损坏', 'Pressure transducer diaphragm damaged'),
        toBilingualText('更换熔体压力传感器并校零', 'Replaced the melt pressure transducer and set its zero'),
        'sensor',
      ),
    ],
    checks: [
      defineMeasuredCheck('主电机电流', 'Main motor current', 'A', 310, 180, 420),
      defineMeasuredCheck('熔体压力', 'Melt pressure', 'MPa', 9.2, 5, 14),
      defineVisualCheck('减速箱无异响、无渗油', 'Gearbox quiet, no oil leak'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '减速箱换油',
        'Gearbox oil change',
        12,
        'month',
        4,
        [
          toBilingualText('放净旧油，清洗磁性油塞', 'Drain the old oil, clean the magnetic plug'),
          toBilingualText('加注齿轮油至油位线', 'Fill gear oil to the level mark'),
          toBilingualText('试运行 30 min 检查渗漏', 'Test run 30 min, check for leaks'),
        ],
        'oil',
        8000,
      ),
      defineMaintenanceTask('加热圈与热电偶检查', 'Heater band and thermocouple check', 1, 'month', 2, [
        toBilingualText('逐区测量加热圈电流', 'Measure heater band current zone by zone'),
        toBilingualText('核对热电偶读数', 'Check the thermocouple readings'),
        toBilingualText('紧固接线端子', 'Retighten the terminals'),
      ]),
    ],
  },
  metering: {
    makers: [
      ['北辰泵业', 'CP-100'],
      ['江南齿轮泵', 'MP-150'],
    ],
    lifetime: [6500, 1.6],
    faults: [
      defineFault(
        'mechanical',
        3,
        toBilingualText('计量泵轴封漏料', 'Metering pump shaft seal leaks melt'),
        toBilingualText('填料磨损', 'Packing worn'),
        toBilingualText('更换轴封组件，重新调整压盖', 'Replaced the shaft seal set, readjusted the gland'),
        'seal',
      ),
      defineFault(
        'electrical',
        2,
        toBilingualText('计量泵变频器报过流', 'Metering pump inverter reports overcurrent'),
        toBilingualText('泵轴抱死，熔体温度偏低', 'Pump shaft seized, melt too cold'),
        toBilingualText('升温保温后盘车，复位变频器', 'Heated through, turned by hand, reset the inverter'),
        'inverter',
      ),
      defineFault(
        'mechanical',
        2,
        toBilingualText('万向节有响声', 'Universal joint makes noise'),
        toBilingualText('十字轴缺油磨损', 'Cross bearing worn for lack of grease'),
        toBilingualText('更换万向节并加注高温脂', 'Replaced the universal joint, greased with high-temperature grease'),
        'coupling',
      ),
    ],
    checks: [
      defineMeasuredCheck('计量泵转速', 'Metering pump speed', 'r/min', 24, 10, 40),
      defineVisualCheck('轴封无漏料', 'Shaft seal tight'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '万向节润滑与检查',
        'Universal joint lubrication and check',
        1,
        'month',
        1,
        [
          toBilingualText('清洁万向节', 'Clean the universal joint'),
          toBilingualText('加注高温润滑脂', 'Apply high-temperature grease'),
          toBilingualText('检查安全销', 'Check the shear pin'),
        ],
        'grease',
      ),
    ],
  },
  die: {
    makers: [
      ['精锐纺丝', 'SP-3200'],
      ['海澄精模', 'SPN-3500'],
    ],
    lifetime: [3800, 1.8],
    faults: [
      defineFault(
        'mechanical',
        4,
        toBilingualText('喷丝板局部滴料，布面有硬块', 'Spinneret drips locally, hard lumps in the web'),
        toBilingualText('喷丝孔堵塞', 'Capillaries blocked'),
        toBilingualText('停机刮板，更换组件', 'Scraped the die face at standstill, changed the spin pack'),
        'pack',
      ),
      defineFault(
        'heating',
        2,
        toBilingualText('箱体右侧温度偏低 6 ℃', 'Spin beam 6 °C too cold on the right'),
        toBilingualText('加热棒损坏', 'Heating rod failed'),
        toBilingualText('更换加热棒，测量绝缘', 'Replaced the heating rod, measured insulation'),
        'heater',
      ),
      defineFault(
        'instrument',
        1,
        toBilingualText('箱体测温点显示断线', 'Spin beam temperature point reads open circuit'),
        toBilingualText('热电偶断线', 'Thermocouple broken'),
        toBilingualText('更换热电偶', 'Replaced the thermocouple'),
        'thermocouple',
      ),
    ],
    checks: [
      defineMeasuredCheck('箱体温度', 'Spin beam temperature', '°C', 238, 225, 250),
      defineVisualCheck('板面清洁、无滴料', 'Die face clean, no drips'),
    ],
    maintenanceTasks: [
      defineMaintenanceTask(
        '刮板与板面清洁',
        'Die scraping and face cleaning',
        1,
        'week',
        1,
        [
          toBilingualText('铲除板面低聚物', 'Scrape oligomer off the die face'),
          toBilingualText('喷涂硅油', 'Spray silicone oil'),
          toBilingualText('检查断丝', 'Check for broken filaments'),
        ],
        'chem',
      ),
      defineMaintenanceTask(
        '更换纺丝组件',
        'Spin pack change',
        3,
        'month',
        8,
        [
          toBilingualText('降温泄压', 'Cool down and release pressure'),
          toBilingualText('拆装组件并按顺序紧固', 'Change the packs, tighten in sequence'),
          toBilingualText('升温后检查漏料', 'Check for leaks once hot'),
        ],
        'pack',
      ),
    ],
  },
} as const satisfies Record<string, MachineGroup>
