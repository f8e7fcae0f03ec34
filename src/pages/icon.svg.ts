import { mark } from '#brand/mark.ts';
import { dark, light } from '#brand/tokens.ts';

const middle = mark.size / 2;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mark.size} ${mark.size}">
<style>.a{fill:${light.basil}}.b{fill:${light['on-basil']}}.c{fill:none;stroke:${light.basil};stroke-width:1.6;stroke-linecap:round}
@media (prefers-color-scheme:dark){.a{fill:${dark.basil}}.b{fill:${dark['on-basil']}}.c{stroke:${dark.basil}}}</style>
<circle class="a" cx="${middle}" cy="${middle}" r="${middle}"/><path class="b" d="${mark.leaf}"/><path class="c" d="${mark.vein}"/>
</svg>`;

export const GET = () => new Response(icon, { headers: { 'Content-Type': 'image/svg+xml' } });
