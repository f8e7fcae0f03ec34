import sharp from 'sharp';

/** Few colors: our drawings are flat. */
export async function png(drawing: string): Promise<Buffer<ArrayBuffer>> {
  const made = sharp(Buffer.from(drawing)).png({ palette: true, colours: 128, effort: 10 });
  return Buffer.from(await made.toBuffer());
}

export async function pngResponse(drawing: string): Promise<Response> {
  return new Response(await png(drawing), { headers: { 'Content-Type': 'image/png' } });
}
