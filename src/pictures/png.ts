import sharp from 'sharp';

/** A drawing as PNG, in few colours: our drawings are flat. */
export async function png(drawing: string): Promise<Buffer<ArrayBuffer>> {
  const made = sharp(Buffer.from(drawing)).png({ palette: true, colours: 128, effort: 10 });
  return Buffer.from(await made.toBuffer());
}

/** The response of an endpoint that is a picture. */
export async function pngResponse(drawing: string): Promise<Response> {
  return new Response(await png(drawing), { headers: { 'Content-Type': 'image/png' } });
}
